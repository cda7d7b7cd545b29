import { useMemo } from 'react'
import { AutocompleteInput, useLocale } from 'react-admin'
import { browserTimezone } from '../../clock'
import { msg as word } from '../../components/words/texts'
import { useTranslate } from './texts'
import { isMatch, type Timezone, timezones, timezoneText } from './timezones'

/** Chooses a time zone by its place, country or offset. */
export function TimezoneInput({ current }: { current: string | null }) {
  const translate = useTranslate()
  const locale = useLocale()
  const choices = useMemo(() => timezones(current), [current])
  return (
    <AutocompleteInput
      source="timezone"
      label={word('words.person.timezone')}
      choices={choices}
      matchSuggestion={(typed: string, zone: Timezone) => typed === zone.name || isMatch(typed, zone, locale)}
      translateChoice={false}
      noOptionsText={translate('profile.timezone.none')}
      helperText={translate('profile.timezone.hint', { zone: timezoneText(browserTimezone()) })}
      sx={{ gridColumn: '1 / -1' }}
    />
  )
}
