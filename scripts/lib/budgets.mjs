/** Most that may load at first, in kB (1000 bytes) of JavaScript, compressed with brotli. */
export const BUDGETS = {
  /** Before a signed-out visitor can use the sign-in form. */
  signIn: 122,
  /** Before the first row of the device list is painted. */
  deviceList: 267,
}
