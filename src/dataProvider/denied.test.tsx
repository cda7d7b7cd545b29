import { useMutation } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { tagsApi } from '#contract/tags'
import { aSpace, aUser } from '../../tests/support/builders'
import { address, connect, refusal, showInSpace } from '../../tests/support/console'
import { serve } from '../../tests/support/serve'
import { setToken } from '../authProvider/session'
import { useFailureToast } from '../components/page'
import { Denied } from './client'
import { useGetList, useSpaceport, WHOLE_LIST } from './queries'

const server = await serve()
const anna = await aUser(server)
const space = await aSpace(server, anna)

const onSuccess = vi.fn<() => void>()
const onError = vi.fn<(error: unknown) => void>()

/** Reads tags like react-admin, and their usage like a button. */
function Tags() {
  const { ask } = useSpaceport()
  const showFailure = useFailureToast()
  const { data, error } = useGetList('tags', WHOLE_LIST)
  const { mutate } = useMutation({
    mutationFn: () => ask(tagsApi.usage),
    onSuccess: () => onSuccess(),
    onError: (failure) => {
      onError(failure)
      showFailure(failure)
    },
  })
  return (
    <>
      {data && <p>{data.length} tags</p>}
      {error && <p>failed: {error.name}</p>}
      <button type="button" onClick={() => mutate()}>
        Count
      </button>
    </>
  )
}

beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  setToken(anna.token, true)
})

test('a denied call fails as such, applies the rules, and shows only their message', async () => {
  const line = connect(server, anna)
  await showInSpace(<Tags />, { client: line.client, space })
  expect(await screen.findByText('0 tags')).toBeTruthy()
  line.interrupt = () => refusal(403, 'forbidden: not for you')
  await userEvent.click(screen.getByRole('button', { name: 'Count' }))
  await waitFor(() => expect(address()).toBe('/spaces'))
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(Denied))
  expect(onSuccess).not.toHaveBeenCalled()
  expect(await screen.findByText('Access was refused')).toBeTruthy()
  expect(screen.queryByText(/not for you/)).toBeNull()
})

test('a denied list is not shown as empty', async () => {
  const line = connect(server, anna)
  const seen: (string | null)[] = []
  new MutationObserver(() => seen.push(document.body.textContent)).observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
  })
  line.interrupt = ({ path }) =>
    path.endsWith('/tags') ? refusal(401, 'forbidden: bad bearer token') : undefined
  await showInSpace(<Tags />, { client: line.client, space })
  await waitFor(() => expect(address()).toBe('/login'))
  expect(seen.join()).not.toContain('0 tags')
})
