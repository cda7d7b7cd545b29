import type { RolloutOrder, RolloutScope, Stage, Watch } from '#contract/rollouts'
import { formatMinute, useClock } from '../../clock'
import { useGetOne } from '../../dataProvider/queries'
import { useNumberText } from '../../numbers'
import { useValueWords } from '../alerts/Sentence'
import { useConditionText } from '../conditions/useConditionText'
import { msg as contactMsg, useTranslate as useContactTranslate } from '../contact/texts'
import { differing } from '../contact/words'
import { useTags } from '../tags/useTags'
import { useListText } from '../value/listText'
import { commandsIn } from './order'
import type { ScopeFilters } from './scope'
import { useTranslate } from './texts'

const MINUTE = 60_000

/** Names of tags by their ids. */
function useTagNames(): (ids: readonly string[]) => string[] {
  const translate = useTranslate()
  const tags = useTags()
  return (ids) =>
    ids.map(
      (id) =>
        tags?.find((tag) => tag.id === id)?.name ?? (tags ? translate('rollouts.orders.deletedTag') : '…'),
    )
}

/** What a roll-out orders, in a few words. */
export function useOrderText(): (order: RolloutOrder) => string {
  const translate = useTranslate()
  const clock = useClock()
  const list = useListText()
  const namesOf = useTagNames()
  return (order) => {
    switch (order.kind) {
      case 'config': {
        const commands = commandsIn(order.body)
        if (!commands) return translate('rollouts.orders.json')
        const [first] = commands
        return first !== undefined && commands.length === 1
          ? first
          : translate('rollouts.orders.config', { smart_count: commands.length })
      }
      case 'settings': {
        const settings = Object.entries(order.settings)
        const [only] = settings
        if (!only || settings.length > 1)
          return translate('rollouts.orders.settings', { smart_count: settings.length })
        const [name, value] = only
        return value === null
          ? translate('rollouts.orders.unset', { name })
          : translate('rollouts.orders.setting', { name, value })
      }
      case 'shell': {
        const commands = commandsIn(order.body) ?? []
        const [command] = commands
        return command !== undefined && commands.length === 1
          ? translate('rollouts.orders.command', { command })
          : translate('rollouts.orders.commands', { smart_count: commands.length })
      }
      case 'data':
        return translate('rollouts.orders.data')
      case 'firmware':
        return translate('rollouts.orders.firmware', { firmware: order.firmware, target: order.target })
      case 'records': {
        const named = (
          text: 'addsTags' | 'removesTags' | 'setsLabels' | 'removesLabels',
          names: readonly string[],
        ) =>
          names.length > 0
            ? [translate(`rollouts.orders.${text}`, { smart_count: names.length, names: list(names) })]
            : []
        return [
          ...named('addsTags', namesOf(order.add_tags)),
          ...named('removesTags', namesOf(order.remove_tags)),
          ...named(
            'setsLabels',
            Object.entries(order.set_labels).map(([name, value]) => `${name} = ${value}`),
          ),
          ...named('removesLabels', order.remove_labels),
          ...(order.comment === undefined
            ? []
            : [translate(`rollouts.orders.${order.comment === null ? 'clearsComment' : 'comment'}`)]),
        ].join(', ')
      }
      case 'mute':
        return translate('rollouts.orders.mute', { time: formatMinute(Date.parse(order.ends_at), clock) })
      case 'rollback':
        return translate('rollouts.orders.rollback')
    }
  }
}

/** The filters of a scope, in words; none without filters. */
export function useFiltersText(): (filters: ScopeFilters) => string[] {
  const translate = useTranslate()
  const list = useListText()
  const namesOf = useTagNames()
  const conditionText = useConditionText()
  return (filters) =>
    Object.entries(filters).flatMap(([name, value]) => {
      const texts = [value].flat().filter((one) => typeof one === 'string')
      const [text] = texts
      if (text === undefined || name === 'moved' || name === 'tag_filter_logic') return []
      if (name === 'tag_ids') {
        const type = filters.tag_filter_logic === 'all' ? 'conjunction' : 'disjunction'
        return [translate('rollouts.filters.tags', { text: list(namesOf(texts), type) })]
      }
      if (name === 'state') {
        const states = (filters.state ?? []).map((state) => translate(contactMsg(`contact.states.${state}`)))
        return [translate('rollouts.filters.state', { text: list(states, 'disjunction') })]
      }
      if (name === 'where') return texts.map(conditionText)
      if (
        name === 'text' ||
        name === 'name' ||
        name === 'serial_number' ||
        name === 'external_id' ||
        name === 'comment'
      )
        return [translate(`rollouts.filters.${name}`, { text })]
      if (name === 'firmware')
        return [translate('rollouts.filters.firmware', { text: list(texts, 'disjunction') })]
      return [translate('rollouts.filters.other', { name, text: list(texts, 'disjunction') })]
    })
}

/** The devices of a roll-out, in words. */
export function useScopeText(scope: RolloutScope): string {
  const translate = useTranslate()
  const list = useListText()
  const namesOf = useTagNames()
  const filtersText = useFiltersText()
  const id = scope.kind === 'rollout' ? scope.rollout_id : ''
  const { data: rollout } = useGetOne(
    'rollouts',
    { id },
    { enabled: id !== '', staleTime: 60_000, onError: () => undefined },
  )
  const viewId = scope.kind === 'view' ? scope.view_id : ''
  const { data: view } = useGetOne(
    'views',
    { id: viewId },
    { enabled: viewId !== '', staleTime: 60_000, onError: () => undefined },
  )
  switch (scope.kind) {
    case 'view':
      return view
        ? translate('rollouts.scopes.viewOf', { name: view.name })
        : translate('rollouts.scopes.view')
    case 'devices':
      return translate('rollouts.scopes.devices', { smart_count: scope.device_ids.length })
    case 'tags':
      return translate('rollouts.scopes.tags', { names: list(namesOf(scope.tag_ids), 'disjunction') })
    case 'filter': {
      const filters = filtersText(scope.filters)
      const all =
        filters.length > 0
          ? translate('rollouts.scopes.filter', { filters: filters.join(', ') })
          : translate('rollouts.scopes.all')
      const except = scope.except_ids.length
      return except > 0 ? `${all} (${translate('rollouts.scopes.except', { smart_count: except })})` : all
    }
    case 'rollout': {
      const all = rollout
        ? translate('rollouts.scopes.rolloutOf', { name: rollout.name })
        : translate('rollouts.scopes.rollout')
      if (scope.states.length === 0) return all
      const states = scope.states.map((state) => translate(`rollouts.member.states.${state}`).toLowerCase())
      return `${all}, ${translate('rollouts.scopes.states', { states: list(states, 'disjunction') })}`
    }
  }
}

/** The devices of a stage, and its gate, in words. */
export function useStageText() {
  const translate = useTranslate()
  const contact = useContactTranslate()
  const numberText = useNumberText()
  const namesOf = useTagNames()
  /** `isOnly`: there is no other stage. */
  const sizeText = ({ size }: Stage, isOnly = false): string => {
    switch (size.kind) {
      case 'count':
        return translate('rollouts.sizes.count', { smart_count: size.count })
      case 'share':
        return translate('rollouts.sizes.share', { percent: numberText(size.percent) })
      case 'tag':
        return translate('rollouts.sizes.tag', { name: namesOf([size.tag_id]).join('') })
      case 'devices':
        return translate('rollouts.sizes.devices', { smart_count: size.device_ids.length })
      case 'rest':
        return translate(isOnly ? 'rollouts.sizes.all' : 'rollouts.sizes.rest')
    }
  }
  /** Null if there is no gate. */
  const gateText = ({ gate }: Stage, isLast: boolean): string | null => {
    if (!gate) return null
    const { kind, minutes, failed_max, troubled_max } = gate
    const limits =
      failed_max + troubled_max === 0
        ? translate('rollouts.gates.limitsNone')
        : translate('rollouts.gates.limits', { failed: failed_max, troubled: troubled_max })
    const span = differing(minutes * MINUTE, contact)
    const begins = () => {
      if (isLast) return minutes > 0 ? translate('rollouts.gates.lastTime', { span }) : ''
      if (kind === 'person') return translate('rollouts.gates.person')
      return minutes > 0 ? translate('rollouts.gates.time', { span }) : translate('rollouts.gates.now')
    }
    return [begins(), limits].filter(Boolean).join(', ')
  }
  return { sizeText, gateText }
}

/** The watched value of a roll-out, in words. */
export function useWatchText(): (watch: Watch | null) => string {
  const translate = useTranslate()
  const valueOf = useValueWords()
  return (watch) => {
    if (!watch) return translate('rollouts.watched.none')
    const { label, text } = valueOf(watch.path)
    const limit = (value: number | null) => (value === null ? '' : text(value))
    const values = { value: label, min: limit(watch.min), max: limit(watch.max) }
    if (watch.max === null) return translate('rollouts.watched.above', values)
    return translate(`rollouts.watched.${watch.min === null ? 'below' : 'between'}`, values)
  }
}
