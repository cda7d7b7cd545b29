import { useSearchParams } from 'react-router-dom'
import { Loaded, NotFound, PageHeader } from '../../../components/page'
import { Parents } from '../../../components/page/Parents'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../texts'
import { Comparison, SwapButton, useCompared } from './Comparison'

/** Two messages side by side, at their own address. Rules, "Messages". */
export default function ComparePage() {
  const translate = useTranslate()
  const addresses = useAddresses()
  const [search] = useSearchParams()
  const { isComplete, isGone, first, second } = useCompared(search.get('a') ?? '', search.get('b') ?? '')

  if (!isComplete || isGone)
    return (
      <NotFound
        title={translate('messages.notFound.title')}
        text={translate(`messages.compare.${isComplete ? 'gone' : 'incomplete'}`)}
        instead={{ label: translate('messages.notFound.back'), to: addresses.list('messages') }}
      />
    )
  return (
    <Loaded query={first}>
      {(one) => (
        <Loaded query={second}>
          {(other) => (
            <>
              <PageHeader
                title={translate('messages.compare.title')}
                parents={
                  <Parents
                    of={[{ label: translate('layout.titles.messages'), to: addresses.list('messages') }]}
                  />
                }
                actions={<SwapButton />}
              />
              <Comparison messages={[one, other]} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
