import type { Connector } from '#contract/connectors'

/** Seconds before each retry of a connector; of servers that know one delay only, that one. Spec 1, section 3. */
export const retryDelaysOf = ({
  retry_delays,
  retry_delay,
}: Pick<Connector, 'retry_delays' | 'retry_delay'>): number[] =>
  retry_delays ?? (retry_delay === null ? [] : [retry_delay])
