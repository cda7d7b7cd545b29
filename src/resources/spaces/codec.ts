import type { Space, SpaceInput } from '#contract/spaces'
import type { FormCodec } from '../../components/page/form'

/** A cleared input holds null. */
interface SpaceValues {
  name: string | null
}

export const spaceCodec: FormCodec<Space, SpaceValues, SpaceInput> = {
  toForm: ({ name }) => ({ name }),
  fromForm: ({ name }) => ({ name: name ?? '' }),
}
