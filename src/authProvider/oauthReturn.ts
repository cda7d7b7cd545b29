import { UserFacingError } from '../dataProvider/client'

/** What somebody came back with from a provider. */
export interface OAuthReturn {
  provider: string
  code: string
}

/**
 * Checks the query of the return from a provider. Rules, "Providers".
 * @param kept the state that the tab kept when it left Errors: UserFacingError. The query's own texts are shown only
 * after its state was recognised.
 */
export function readReturn(search: string, kept: string | null): OAuthReturn {
  const query = new URLSearchParams(search)
  const [code, state, error] = [query.get('code'), query.get('state'), query.get('error')]
  if (!code && !error) throw new UserFacingError('login.callback.noCode')
  if (!state || !kept) throw new UserFacingError('login.callback.noState')
  if (state !== kept) throw new UserFacingError('login.callback.otherState')
  const provider = state.slice(0, Math.max(state.lastIndexOf('.'), 0))
  if (!provider) throw new UserFacingError('login.callback.noProvider')
  if (!code) throw new UserFacingError(error ?? '')
  return { provider, code }
}
