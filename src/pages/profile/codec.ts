import type { z } from 'zod'
import type { Profile, profileInputSchema } from '#contract/profile'
import type { FormCodec } from '../../components/page/form'

type Input = z.input<typeof profileInputSchema>

/** A cleared input holds null. The picture has no input; it is sent back as it came. */
type ProfileValues = Pick<
  Profile,
  'firstname' | 'lastname' | 'middlename' | 'company' | 'timezone' | 'picture'
>

export const profileCodec: FormCodec<Profile, ProfileValues, Input> = {
  toForm: ({ firstname, lastname, middlename, company, timezone, picture }) => ({
    firstname,
    lastname,
    middlename,
    company,
    timezone,
    picture,
  }),
  fromForm: ({ firstname, lastname, ...rest }) => ({
    ...rest,
    firstname: firstname ?? '',
    lastname: lastname ?? '',
  }),
}
