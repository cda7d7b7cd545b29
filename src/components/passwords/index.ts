export { PasswordStrength } from './PasswordStrength'
export { newPasswordForm, usePasswordRule } from './usePasswordRule'
