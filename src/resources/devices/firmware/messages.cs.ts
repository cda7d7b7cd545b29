import type { Translated } from '../../../i18n/catalogs'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Firmware',
  entity: { many: 'žádné úlohy firmwaru', first: 'první úlohu firmwaru' },
  state: 'Stav',
  states: {
    scheduled: 'Naplánováno',
    downloading: 'Stahuje se',
    swapping: 'Vyměňuje se',
    succeeded: 'Úspěch',
    failed: 'Selhalo',
    canceled: 'Zrušeno',
  },
  firmwareId: 'Id firmwaru',
  name: 'Název',
  version: 'Verze',
  bundle: 'Balíček',
  size: 'Velikost',
  target: 'Cíl',
  scheduledAt: 'Naplánováno',
  updatedAt: 'Aktualizováno',
  jobId: 'Id úlohy',
  reason: 'Důvod',
  downloaded: 'Staženo',
  downloadedOf: '%{bytes} z %{size}',
  progress: 'Průběh %{firmware}',
  details: 'Podrobnosti',
  timeline: {
    title: 'Časová osa',
    scheduled: 'Naplánováno',
    downloading: 'Stahování',
    swapping: 'Výměna',
    updated: 'Aktualizováno',
    total: '%{duration} od začátku stahování',
    notReached: 'Nenastalo',
  },
  schedule: {
    label: 'Naplánovat firmware',
    title: 'Naplánovat stažení firmwaru',
    submit: 'Naplánovat',
    firmwareHint: 'Jen písmena, číslice a spojovníky',
    doneTitle: 'Stažení firmwaru naplánováno.',
    done: 'Firmware se brzy stáhne do zařízení.',
  },
  cancel: {
    label: 'Zrušit úlohu',
    title: 'Zrušit stahování %{firmware}?',
    text: 'Zařízení si ponechá firmware, který má. Stažení lze naplánovat znovu.',
    done: 'Úloha firmwaru zrušena',
  },
}
export default messages
