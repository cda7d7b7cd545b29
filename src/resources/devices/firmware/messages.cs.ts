import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Firmware',
  jobs: 'Úlohy firmwaru',
  entity: { many: 'žádné úlohy firmwaru', first: 'první úlohu firmwaru' },
  firmwareId: 'ID firmwaru',
  version: 'Verze',
  bundle: 'Balíček',
  size: 'Velikost',
  jobId: 'ID úlohy',
  reason: 'Důvod',
  downloaded: 'Staženo',
  downloadedOf: '%{bytes} z %{size}',
  progress: 'Průběh %{firmware}',
  timeline: {
    title: 'Časová osa',
    scheduled: 'Naplánováno',
    downloading: 'Stahování',
    swapping: 'Výměna',
    updated: 'Aktualizováno',
    lastReport: 'Poslední hlášení',
    noReport: 'Zatím žádné',
    ago: 'před %{duration}',
    total: '%{duration} od začátku stahování',
    notReached: 'Nenastalo',
  },
  schedule: {
    label: 'Naplánovat firmware',
    title: 'Naplánovat stažení firmwaru',
    submit: 'Naplánovat firmware',
    firmwareHint: 'Jen písmena, číslice a spojovníky',
    doneTitle: 'Stažení firmwaru naplánováno.',
    done: 'Firmware se brzy stáhne do zařízení.',
  },
  cancel: {
    label: 'Zrušit úlohu',
    keep: 'Ponechat úlohu',
    title: 'Zrušit stahování %{firmware}?',
    text: 'Zařízení si ponechá současný firmware. Stažení můžete naplánovat znovu.',
    done: 'Úloha firmwaru zrušena',
  },
}
export default messages
