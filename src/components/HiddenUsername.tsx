interface HiddenUsernameProps {
  email: string
  label: string
}

/** Tells the browser's password manager to whom the password of a form belongs. */
export const HiddenUsername = ({ email, label }: HiddenUsernameProps) => (
  <input
    type="email"
    name="username"
    autoComplete="username"
    aria-label={label}
    value={email}
    readOnly
    hidden
  />
)
