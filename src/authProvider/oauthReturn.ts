import { UserFacingError } from '../dataProvider/client'

/** The result of a successful return from a provider. */
export interface OAuthReturn {
  provider: string
  code: string
}

/**
 * Checks the query of a return from a provider. Rules, "Providers".
 * @param kept the state that the tab stored when it left
 * Errors: UserFacingError. It has texts of the query only if the state matches.
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
