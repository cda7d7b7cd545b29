import type en from './messages.en'

/** Czech texts of the trash. */
const messages: typeof en = {
  details: 'Podrobnosti',
  entity: { many: 'smazané záznamy', first: 'smazaný záznam' },
  notFound: {
    title: 'V koši to není',
    text: 'Mohlo se to obnovit, nebo smazat natrvalo.',
    back: 'Zpět do koše',
  },
  empty: 'Koš je prázdný.',
  intro:
    'Smazaná zařízení, konektory, pravidla upozornění, štítky, proměnné, poznámky a sdílené pohledy tu zůstávají, dokud neuplyne jejich čas. Obnoví se se vším, co měly, i s historií.',
  fields: {
    resource: 'Druh',
    name: 'Název',
    detail: 'Podrobnosti',
    deleted_by: 'Kdo smazal',
    deleted_at: 'Smazáno',
    kept_until: 'Uchová se do',
    batch: 'Smazáno společně',
  },
  kinds: {
    device: 'Zařízení',
    connector: 'Konektor',
    alertRule: 'Pravidlo upozornění',
    tag: 'Štítek',
    variable: 'Proměnná',
    note: 'Poznámka',
    view: 'Pohled',
  },
  restore: {
    label: 'Obnovit',
    one: 'Obnovit %{name}',
    batch: 'Obnovit vše, co se smazalo společně',
    done: 'Obnoven %{smart_count} záznam |||| Obnoveny %{smart_count} záznamy |||| Obnoveno %{smart_count} záznamů',
    failed:
      '%{smart_count} záznam se neobnovil |||| %{smart_count} záznamy se neobnovily |||| %{smart_count} záznamů se neobnovilo',
    gone: 'V koši už není.',
  },
  purge: {
    label: 'Smazat natrvalo',
    one: 'Smazat %{name} natrvalo',
    all: 'Vysypat koš',
    title:
      'Smazat %{smart_count} záznam natrvalo? |||| Smazat %{smart_count} záznamy natrvalo? |||| Smazat %{smart_count} záznamů natrvalo?',
    titleAll: 'Smazat natrvalo vše v koši?',
    text: 'Smažou se i jejich zprávy a doručení. Nelze to vrátit zpět.',
    done: 'Natrvalo smazán %{smart_count} záznam |||| Natrvalo smazány %{smart_count} záznamy |||| Natrvalo smazáno %{smart_count} záznamů',
  },
  many: {
    title:
      'Smazat %{smart_count} záznam? |||| Smazat %{smart_count} záznamy? |||| Smazat %{smart_count} záznamů?',
    submit:
      'Smazat %{smart_count} záznam |||| Smazat %{smart_count} záznamy |||| Smazat %{smart_count} záznamů',
    results: 'Výsledky mazání',
    retry:
      'Zkusit znovu %{smart_count} záznam |||| Zkusit znovu %{smart_count} záznamy |||| Zkusit znovu %{smart_count} záznamů',
    notCounted: 'Co se smaže s nimi, se počítá nejvýše pro %{max} záznamů.',
  },
  leftOut:
    '%{smart_count} starý řádek, například relace, se už nevešel a je ztracen. |||| %{smart_count} staré řádky, například relace, se už nevešly a jsou ztraceny. |||| %{smart_count} starých řádků, například relací, se už nevešlo a jsou ztraceny.',
  moved: 'Přesunuto do koše',
  final: 'Tuto akci nelze vrátit zpět.',
  kept: 'Z koše to lze obnovit %{smart_count} den. |||| Z koše to lze obnovit %{smart_count} dny. |||| Z koše to lze obnovit %{smart_count} dní.',
  keptMany:
    'Z koše je lze obnovit %{smart_count} den. |||| Z koše je lze obnovit %{smart_count} dny. |||| Z koše je lze obnovit %{smart_count} dní.',
  atLeast: 'Počítá se nejvýš do %{max}, může jich být víc.',
  reading: 'Zjišťuje se, co se smaže s tím…',
  effects: {
    label: 'Co se smaže s tím',
    messages: '%{smart_count} zpráva |||| %{smart_count} zprávy |||| %{smart_count} zpráv',
    alerts:
      '%{smart_count} otevřené upozornění, které skončí |||| %{smart_count} otevřená upozornění, která skončí |||| %{smart_count} otevřených upozornění, která skončí',
    downlinks:
      '%{smart_count} čekající zpráva do zařízení |||| %{smart_count} čekající zprávy do zařízení |||| %{smart_count} čekajících zpráv do zařízení',
    variables: '%{smart_count} proměnná |||| %{smart_count} proměnné |||| %{smart_count} proměnných',
    deliveries:
      '%{smart_count} čekající doručení, které počká v koši |||| %{smart_count} čekající doručení, která počkají v koši |||| %{smart_count} čekajících doručení, která počkají v koši',
    devices:
      '%{smart_count} zařízení přijde o štítek |||| %{smart_count} zařízení přijdou o štítek |||| %{smart_count} zařízení přijde o štítek',
    connectors:
      '%{smart_count} konektor přijde o štítek |||| %{smart_count} konektory přijdou o štítek |||| %{smart_count} konektorů přijde o štítek',
    rules:
      '%{smart_count} pravidlo upozornění, které to jmenuje |||| %{smart_count} pravidla upozornění, která to jmenují |||| %{smart_count} pravidel upozornění, která to jmenují',
    keys: '%{smart_count} klíč je omezen na štítek, který proto zůstane |||| %{smart_count} klíče jsou omezeny na štítky, které proto zůstanou |||| %{smart_count} klíčů je omezeno na štítky, které proto zůstanou',
  },
}
export default messages
