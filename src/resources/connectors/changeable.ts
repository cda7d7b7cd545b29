import type { Connector } from '#contract/connectors'

/** What a person can change of a connector, besides its retry delays and whether it is enabled. Spec 1, section 7. */
export const changeableOf = ({ name, type, direction, triggers, tags, transformation }: Connector) => ({
  name,
  type,
  direction,
  triggers,
  tags,
  transformation,
})
