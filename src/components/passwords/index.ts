export { PasswordStrength } from './PasswordStrength'
export { usePasswordRule } from './usePasswordRule'
