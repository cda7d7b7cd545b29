import { FAILURES } from '#contract/deliveries/failure'

/** What went wrong when a message was passed on, by the contract's codes. */
const messages = {
  ...FAILURES,
  line: 'line %{line}',
}
export default messages
