export * from './note'
