import type { Language } from '#contract/common'
import type { Deps } from '../../deps'
import type { Letter } from '../../systems'
import { newId } from '../common/ids'
import { compose } from './compose'
import { pageLink } from './links'
import { nameOf } from './names'
import { senderOf } from './queue'
import { MAIL_TEXTS } from './texts'

/** Who tries the mail server. */
interface Trier {
  email: string
  firstname?: string | null
  lastname?: string | null
  language?: Language | null
}

/** Makes an e-mail that says that it has arrived. */
export const composeTest = async (
  deps: Pick<Deps, 'now' | 'ownAddress' | 'settings'>,
  { email, firstname = null, lastname = null, language }: Trier,
): Promise<Letter> =>
  compose(
    {
      id: newId(deps.now()),
      to: email,
      name: nameOf(firstname, lastname),
      language: language ?? 'en',
      timezone: null,
      words: MAIL_TEXTS[language ?? 'en'].mailTest({ product: deps.settings.console.productName, email }),
      link: pageLink(deps, '/admin'),
    },
    senderOf(deps),
  )
