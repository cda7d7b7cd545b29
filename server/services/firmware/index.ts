export * from './cancel'
export * from './list'
export * from './report'
export * from './schedule'
