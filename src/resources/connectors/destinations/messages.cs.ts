import type { Translated } from '../../../i18n/translated'
import type en from './messages.en'

const messages: Translated<typeof en> = {
  label: 'Kam doručovat',
  groups: {
    plain: 'Obecně',
    platforms: 'Nástěnky a platformy',
    clouds: 'Cloudy',
    chat: 'Zprávy do chatu',
    alerts: 'Upozornění',
  },
  names: {
    messages: 'Zprávy na webovou adresu',
    thingsboard: 'ThingsBoard',
    ubidots: 'Ubidots',
    datacake: 'Datacake',
    influxdb: 'InfluxDB',
    homeassistant: 'Home Assistant',
    sheets: 'Google Sheets',
    eventgrid: 'Azure Event Grid',
    apigateway: 'AWS API Gateway',
    slackMessages: 'Zprávy do Slacku',
    teamsMessages: 'Zprávy do Microsoft Teams',
    slack: 'Upozornění do Slacku',
    teams: 'Upozornění do Microsoft Teams',
    pagerduty: 'Upozornění do PagerDuty',
    ntfy: 'Upozornění do ntfy',
  },
  hints: {
    messages: 'Kód odešle tělo každé zprávy.',
    thingsboard:
      'Z hodnot každé zprávy se stane telemetrie. Každé zařízení v ThingsBoardu má vlastní přístupový token: každému svému zařízení dejte proměnnou stejného jména, určenou pro konektory.',
    ubidots:
      'Z hodnot každé zprávy se stanou proměnné zařízení, jehož označením je sériové číslo. Ubidots přijme 4 požadavky za sekundu, proto jich konektor víc neposílá, každý o velikosti nejvýše 10 kB.',
    datacake: 'Hodnoty každé zprávy se odešlou na webhook produktu. Jeho dekodér je v komentáři kódu.',
    influxdb: 'Z hodnot každé zprávy se stane bod v zápisu line protocol.',
    homeassistant:
      'Každá zpráva vyvolá událost, na kterou mohou reagovat automatizace. Adresa musí být veřejná: soukromé tento server odmítá, pokud je jeho provozovatel nepovolí.',
    sheets:
      'Každá hodnota se stane řádkem. Apps Script pro to je v komentáři kódu: skript, který odpovídá přes ContentService, přesměrovává, a to se počítá jako selhání. Odpověď je úspěšná i tehdy, když skript selže, proto se dívejte i na jeho spuštění.',
    eventgrid: 'Každá zpráva se stane událostí tématu se schématem událostí Event Grid.',
    apigateway: 'Každá zpráva se odešle metodě, která vyžaduje klíč API.',
    slackMessages:
      'Jeden řádek pro každou zprávu. Slack přijme jednu za sekundu, proto jich konektor víc neposílá.',
    teamsMessages: 'Jedna karta pro každou zprávu.',
    slack: 'Do kódu vložíte adresu příchozího webhooku (incoming webhook).',
    teams:
      'Do kódu vložíte adresu pracovního postupu „Post to a channel when a webhook request is received“.',
    pagerduty: 'Do kódu vložíte integrační klíč „Events API v2“.',
    ntfy: 'Do kódu vložíte své téma (topic).',
  },
  fields: {
    address: 'Adresa',
    organization: 'Organizace',
    bucket: 'Bucket',
    measurement: 'Measurement',
    event: 'Typ události',
  },
  secrets: {
    THINGSBOARD_TOKEN: 'Přístupový token',
    UBIDOTS_TOKEN: 'Token',
    DATACAKE_URL: 'Adresa webhooku',
    INFLUXDB_TOKEN: 'Token API',
    HOME_ASSISTANT_TOKEN: 'Dlouhodobý přístupový token',
    APPS_SCRIPT_URL: 'Adresa webové aplikace',
    EVENT_GRID_KEY: 'Přístupový klíč',
    API_GATEWAY_KEY: 'Klíč API',
    SLACK_URL: 'Adresa příchozího webhooku',
    TEAMS_URL: 'Adresa pracovního postupu',
  },
  broker: 'Broker MQTT',
  replace: {
    title: 'Nahradit kód, který jste upravili?',
    text: 'Na jeho místo přijde kód pro jiný cíl.',
    submit: 'Nahradit',
  },
  optional: 'Můžete ji vložit do kódu i později.',
  variable: {
    label: '%{what}: proměnná',
    hint: 'Kód obsahuje jen jméno proměnné; její hodnota se nikde nezobrazuje.',
    missing: '%{name} (zatím neexistuje)',
    create: 'Vytvořit proměnnou…',
    name: 'Jméno proměnné',
    value: 'Hodnota',
    submit: 'Vytvořit proměnnou',
    cancel: 'Zpět',
    done: 'Proměnná vytvořena',
  },
  code: 'Kód',
  codeHint: 'Řídí se tím, co je vyplněno výše, dokud ho neupravíte. Později se mění v úpravách.',
  edited: 'Kód jste upravili, takže se už neřídí tím, co je vyplněno výše.',
  anew: 'Napsat znovu',
  errors: {
    required: 'Povinné',
    address: 'Adresa začíná http:// nebo https://',
    pattern: 'Jen písmena bez diakritiky, číslice, spojovníky, podtržítka a tečky',
    size: 'Kód může mít nejvýše 64 kB',
    taken: 'Proměnná tohoto jména už existuje. Vyberte ji výše, nebo zvolte jiné jméno.',
    value: 'Hodnota má 4 až 4000 znaků',
  },
}
export default messages
