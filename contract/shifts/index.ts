export * from './capability'
export * from './onShift'
export * from './shift'
