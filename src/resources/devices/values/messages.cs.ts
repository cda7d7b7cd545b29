import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  title: 'Poslední hodnoty',
  add: 'Přidat hodnotu',
  hint: 'Co zařízení měří, jako sloupec',
  devices: '%{smart_count} zařízení |||| %{smart_count} zařízení |||| %{smart_count} zařízení',
  none: 'Žádné zařízení zatím neposlalo čísla.',
  failed: 'Hodnoty se nepodařilo načíst.',
  most: 'Vejde se nejvýše %{smart_count} hodnota. Chcete-li vybrat jinou, skryjte ji. |||| Vejdou se nejvýše %{smart_count} hodnoty. Chcete-li vybrat jinou, některou skryjte. |||| Vejde se nejvýše %{smart_count} hodnot. Chcete-li vybrat jinou, některou skryjte.',
  overview: {
    title: 'Přehled',
    values: 'Hodnoty',
    none: 'Zatím žádná čísla. Budou tady několik sekund poté, co je zařízení pošle.',
    messages: 'Poslední zprávy',
    noMessages: 'Zatím žádné zprávy.',
    history: 'Historie hodnoty %{label}',
  },
}

export default messages
