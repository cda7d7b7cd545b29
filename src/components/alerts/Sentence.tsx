import { useLocale } from 'react-admin'
import type { Condition, Scope } from '#contract/alerts'
import { CONNECTOR_ALERTS_CAPABILITY } from '#contract/alerts/capability'
import { namesOf, sayingOf, shownOf } from '#contract/series'
import { tagOf } from '../../clock'
import { useCapability } from '../../config'
import { useGetOne } from '../../dataProvider/queries'
import { formatNumber } from '../../numbers'
import { useSettings } from '../series/settings/useSettings'
import { settingsOfPath } from '../series/settings/valueActs'
import { formatValue } from '../series/valueText'
import { useTags } from '../tags/useTags'
import { scopeWords, sentenceOf, type Words } from './sentence'
import { useTranslate } from './texts'

/** Stands for a name that is not loaded yet. */
const UNKNOWN = '…'

/** The parts of a path that name the measured value and its statistic. */
function namedBy(path: string): string {
  const names = namesOf(path)
  const said = sayingOf(names)
  const last = names.slice(Math.max(said.length, names.length - 1))
  return [...said, ...last].join('.') || path
}

/** The label, unit and format of a value in rules and alerts: from the space's settings, else from its path. */
export function useValueWords() {
  const locale = useLocale() ?? 'en'
  const settings = useSettings().data?.series ?? []
  return (path: string) => {
    const shown = shownOf([path], settings, []).get(path)
    const named = settingsOfPath(settings, path).find(({ label }) => label !== null)
    const label = named?.label ?? namedBy(path)
    const unit = shown?.unit ?? null
    const style = { path, unit, decimals: shown?.decimals ?? null }
    return { label, unit, text: (value: number) => formatValue(value, locale, style) }
  }
}

/** The id of a scope's only device or connector. */
const onlyOf = (scope: Scope | null) =>
  scope?.kind === 'devices' && scope.device_ids.length === 1 ? scope.device_ids[0] : undefined
const onlyConnectorOf = (scope: Scope | null) =>
  scope?.kind === 'connectors' && scope.connector_ids.length === 1 ? scope.connector_ids[0] : undefined

/** The words for sentences about a scope. */
export function useWords(scope: Scope | null): Words {
  const translate = useTranslate()
  const locale = useLocale() ?? 'en'
  const value = useValueWords()
  const tags = useTags()
  const id = onlyOf(scope)
  const { data: device } = useGetOne(
    'devices',
    { id: id ?? '' },
    // Without the name, the sentence shows the number of devices.
    { enabled: id !== undefined, staleTime: 60_000, onError: () => undefined },
  )
  const connectorId = onlyConnectorOf(scope)
  const { data: connector } = useGetOne(
    'connectors',
    { id: connectorId ?? '' },
    { enabled: connectorId !== undefined, staleTime: 60_000, onError: () => undefined },
  )
  const viewId = scope?.kind === 'view' ? scope.view_id : undefined
  const { data: view, isPending: isViewPending } = useGetOne(
    'views',
    { id: viewId ?? '' },
    { enabled: viewId !== undefined, staleTime: 60_000, onError: () => undefined },
  )
  return {
    translate,
    value,
    number: (number) => formatNumber(number, locale),
    tags: (ids) => {
      const nameOf = (one: string) => tags?.find((tag) => tag.id === one)?.name
      const unknown = tags ? translate('alerts.deleted') : UNKNOWN
      const names = ids.map((one) => nameOf(one) ?? unknown)
      return new Intl.ListFormat(tagOf(locale), { type: 'disjunction' }).format(names)
    },
    device: () => device?.name ?? null,
    view: () => view?.name ?? (isViewPending ? UNKNOWN : translate('alerts.deleted')),
    connector: () => connector?.name ?? null,
  }
}

interface SentenceProps {
  condition: Condition
  /** Null leaves the devices out. */
  scope?: Scope | null
  /** Whether people are notified even in their quiet hours. */
  urgent?: boolean
}

/** The condition of a rule, as a sentence. */
export function Sentence({ condition, scope = null, urgent = false }: SentenceProps) {
  const words = useWords(scope)
  const sentence = sentenceOf(condition, scope, words)
  return <span>{urgent ? words.translate('alerts.sentence.urgent', { sentence }) : sentence}</span>
}

/** The devices and connectors of a mute, in words. */
export function ScopeText({ scope }: { scope: Scope }) {
  const words = useWords(scope)
  const hasConnectors = useCapability(CONNECTOR_ALERTS_CAPABILITY)
  const [kind, names] = scopeWords(scope, words)
  if (hasConnectors && (kind === 'all' || kind === 'tags'))
    return <span>{words.translate(`alerts.scope.ofBoth.${kind}`, names)}</span>
  return (
    <span>
      {words.translate(`alerts.scope.${scope.kind === 'connectors' ? 'ofConnectors' : 'of'}.${kind}`, names)}
    </span>
  )
}
