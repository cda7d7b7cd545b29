import { FAILURES } from '#contract/connectors/failure'

/** Why deliveries fail: what the server says of them in English as well. */
export default FAILURES
