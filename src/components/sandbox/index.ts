export { useSandbox } from './useSandbox'
