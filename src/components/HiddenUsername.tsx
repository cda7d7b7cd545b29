interface HiddenUsernameProps {
  email: string
  label: string
}

/** Tells password managers which account the password in a form belongs to. */
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
