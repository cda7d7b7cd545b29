import { countedIn, type SubjectCounts } from '../../notices/named'
import type { MailTexts } from './en'
import {
  type About,
  type Alerted,
  type Changed,
  type DigestPart,
  known,
  restOf,
  totalOf,
  type Words,
} from './words'

const ROLES = { user: 'uživatel, který v něm může vše číst', admin: 'správce, který v něm může vše měnit' }

const ofAccount = ({ product, email }: About) =>
  `Tento e-mail dostáváte, protože ${email} má účet v aplikaci ${product}.`

const CHANGES: Record<Changed['what'], (of: Changed) => [subject: string, line: string]> = {
  password: ({ product }) => [
    `Vaše heslo pro aplikaci ${product} bylo změněno`,
    `Heslo k vašemu účtu v aplikaci ${product} bylo změněno.`,
  ],
  passkeyAdded: ({ product }) => [
    `K vašemu účtu v aplikaci ${product} byl přidán přístupový klíč`,
    `K vašemu účtu v aplikaci ${product} se lze přihlásit novým přístupovým klíčem.`,
  ],
  passkeyRemoved: ({ product }) => [
    `Z vašeho účtu v aplikaci ${product} byl odebrán přístupový klíč`,
    `Jedním z přístupových klíčů už se k vašemu účtu v aplikaci ${product} přihlásit nelze.`,
  ],
  authenticatorAdded: ({ product }) => [
    `K vašemu účtu v aplikaci ${product} byla přidána ověřovací aplikace`,
    `Přihlášení heslem k vašemu účtu v aplikaci ${product} teď vyžaduje i kód z ověřovací aplikace.`,
  ],
  authenticatorRemoved: ({ product }) => [
    `Z vašeho účtu v aplikaci ${product} byla odebrána ověřovací aplikace`,
    `Kódy z ověřovací aplikace už pro váš účet v aplikaci ${product} neplatí.`,
  ],
  recoveryCodes: ({ product }) => [
    `Váš účet v aplikaci ${product} má nové záložní kódy`,
    `Pro váš účet v aplikaci ${product} byly vytvořeny nové záložní kódy. Dřívější už neplatí.`,
  ],
  identityAdded: ({ product }) => [
    `K vašemu účtu v aplikaci ${product} byl přidán způsob přihlášení`,
    `K vašemu účtu v aplikaci ${product} se lze přihlásit identitou u jiného poskytovatele.`,
  ],
  identityRemoved: ({ product }) => [
    `Z vašeho účtu v aplikaci ${product} byl odebrán způsob přihlášení`,
    `Jednou z identit u jiného poskytovatele už se k vašemu účtu v aplikaci ${product} přihlásit nelze.`,
  ],
  address: ({ product }) => [
    `E-mailová adresa vašeho účtu v aplikaci ${product} byla změněna`,
    `Do aplikace ${product} se od teď přihlašujete jinou e-mailovou adresou.`,
  ],
}

const BY = {
  owner: 'Vy, po přihlášení',
  link: 'Někdo s odkazem z e-mailu pro vás',
  admin: 'Správce',
}

function remedyOf({ what, admin, hasPasswords }: Changed): string {
  if (what === 'address')
    return `Pokud jste to nečekali, napište správci${admin === null ? '' : `, ${admin}`}.`
  const remove = 'v Profilu → Zabezpečení odeberte vše, co není vaše, a dejte vědět správci'
  return hasPasswords
    ? `Pokud jste to byli vy, nemusíte nic dělat. Pokud jste to nebyli vy, nastavte si hned nové heslo: odhlásí všechny, kdo účet používají. Pak ${remove}.`
    : `Pokud jste to byli vy, nemusíte nic dělat. Pokud jste to nebyli vy, hned se přihlaste a ukončete ostatní přihlášení. Pak ${remove}.`
}

const plurals = new Intl.PluralRules('cs')
const MORE: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'další', few: 'další' }

const RULES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'pravidlo', few: 'pravidla' }

/** "2 other connectors". */
const others = (rest: SubjectCounts) => {
  const more = MORE[plurals.select(rest.connectors || rest.devices)] ?? 'dalších'
  return countedIn('cs', rest).replace(' ', ` ${more} `)
}

const HOW = { silent: 'naposledy se ozvalo', failing: 'nedoručuje od', so: 'od' }

const affectedFacts = ({ affected, how, counts }: Alerted): [string, string][] => {
  const rest = restOf(counts, affected.length)
  return [
    ...affected.map(({ name, value, since }): [string, string] => [
      name,
      value === null ? `${HOW[how]} ${since}` : `${value}, od ${since}`,
    ]),
    ...(rest ? [['A', others(rest)] satisfies [string, string]] : []),
  ]
}

const whyAlerted = ({ product, email, space }: Alerted) =>
  `Tento e-mail dostáváte, protože pravidlo prostoru ${space} v aplikaci ${product} oznamuje upozornění na adresu ${email}.`

const alertOpened = (of: Alerted): Words => ({
  subject: `${of.product}, upozornění v prostoru ${of.space}: ${of.rule} (${countedIn('cs', of.counts)})`,
  lines: [
    `Pravidlo „${of.rule}“ prostoru ${of.space} v aplikaci ${of.product} otevřelo upozornění.`,
    ...(of.isAssigned ? ['Máte ho řešit vy.'] : []),
    ...(of.isUnacknowledged ? ['Zatím ho nikdo nepřevzal.'] : []),
  ],
  facts: [['Od', of.since], ...affectedFacts(of)],
  action: 'Otevřít upozornění',
  ignore: of.mayAcknowledge
    ? 'Pokud ho budete řešit vy, převezměte ho tam, ať to ostatní vědí.'
    : 'Uvidíte tam, kdo ho řeší.',
  why: whyAlerted(of),
})

/** A part of the daily e-mail; none if it has no alerts. */
const digestPart = (title: string, { count, alerts }: DigestPart) =>
  count === 0
    ? []
    : {
        title,
        items: alerts.map(({ rule, counts, from, to, span, href }) => ({
          text: `${rule}, ${countedIn('cs', counts)}, ${to === null ? `od ${from}` : `${from} – ${to}`} (${span})`,
          href,
        })),
        more:
          count > alerts.length
            ? `A ${count - alerts.length} ${MORE[plurals.select(count - alerts.length)] ?? 'dalších'}.`
            : null,
      }

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The kind of an alert, by number. */
const PARTS: Record<'opened' | 'over' | 'still', Forms> = {
  opened: { one: 'nové', few: 'nová', other: 'nových' },
  over: { one: 'vyřešené', few: 'vyřešená', other: 'vyřešených' },
  still: { one: 'trvající', few: 'trvající', other: 'trvajících' },
}

export const cs: MailTexts = {
  greeting: (name) => (name === null ? 'Dobrý den,' : `Dobrý den, ${name},`),
  invitation: ({ space, product, email, role, sender }) => ({
    subject: `Pozvánka do prostoru ${space} v aplikaci ${product}`,
    lines: [
      `${sender === null ? 'Byli jste pozváni' : `${sender} vás zve`} do prostoru ${space} v aplikaci ${product} jako ${ROLES[role]}.`,
      `${product} je konzole pro zařízení internetu věcí: ukazuje, co měří, a posílá jim příkazy.`,
      'Otevřete pozvánku a přijměte ji. Pokud ještě nemáte účet, zvolte si v ní heslo.',
    ],
    action: 'Otevřít pozvánku',
    ignore: 'Pokud jste pozvánku nečekali, tento e-mail ignorujte, nebo pozvánku na její stránce odmítněte.',
    why: `Tento e-mail dostáváte, protože někdo v aplikaci ${product} pozval ${email}.`,
  }),
  mailTest: ({ product, email }) => ({
    subject: `Zkušební e-mail aplikace ${product}`,
    lines: [`Poštovní server aplikace ${product} funguje: tento e-mail dorazil.`],
    action: 'Otevřít správu',
    ignore: 'Není třeba nic dělat.',
    why: `Tento e-mail dostáváte, protože o něj ${email} požádal(a) ve správě aplikace ${product}.`,
  }),
  verification: ({ product, email }) => ({
    subject: `Ověření vaší e-mailové adresy pro aplikaci ${product}`,
    lines: [
      `Někdo se zaregistroval v aplikaci ${product} s vaší e-mailovou adresou.`,
      'Pokud jste to byli vy, adresu ověřte. Pak se můžete přihlásit.',
    ],
    action: 'Ověřit adresu',
    ignore: 'Pokud jste to nebyli vy, odkaz neotvírejte: bez něj účet nemůže nikdo používat.',
    why: `Tento e-mail dostáváte, protože se někdo zaregistroval v aplikaci ${product} s adresou ${email}.`,
  }),
  reset: (of) => ({
    subject: `Nastavení nového hesla pro aplikaci ${of.product}`,
    lines: [
      `Někdo požádal o nastavení nového hesla k účtu s vaší e-mailovou adresou v aplikaci ${of.product}.`,
      'Pokud jste to byli vy, zvolte si nové heslo. Všude budete odhlášeni.',
    ],
    action: 'Nastavit nové heslo',
    ignore: 'Pokud jste to nebyli vy, tento e-mail ignorujte: vaše heslo se nezmění.',
    why: ofAccount(of),
  }),
  registered: (of) => ({
    subject: `V aplikaci ${of.product} už účet máte`,
    lines: [
      `Někdo se pokusil zaregistrovat v aplikaci ${of.product} s vaší e-mailovou adresou, účet tam ale už máte. Nic se nezměnilo.`,
      'Pokud jste to byli vy, přihlaste se. Jestli heslo neznáte, zvolte tam „Zapomenuté heslo?“.',
    ],
    action: 'Přihlásit se',
    ignore: 'Pokud jste to nebyli vy, tento e-mail ignorujte.',
    why: ofAccount(of),
  }),
  changed: (of) => {
    const [subject, line] = CHANGES[of.what](of)
    const who = of.admin === null ? of.by && BY[of.by] : `${BY.admin}, ${of.admin}`
    return {
      subject,
      lines: [line],
      facts: known([
        ['Co', of.name],
        ['Kdo', who],
        ['Kdy', of.time],
        ['Prohlížeč', of.browser],
        ['Síťová adresa', of.address],
      ]),
      action:
        of.what === 'address' ? 'Přihlásit se' : of.hasPasswords ? 'Nastavit nové heslo' : 'Otevřít můj účet',
      ignore: remedyOf(of),
      why:
        of.what === 'address'
          ? `Tento e-mail dostáváte, protože ${of.email} je nebo byla adresa účtu v aplikaci ${of.product}.`
          : ofAccount(of),
    }
  },
  alertOpened,
  alertTest: (of) => {
    const words = alertOpened(of)
    return {
      ...words,
      subject: `Zkouška: ${words.subject}`,
      lines: [
        'Toto je zkouška, kterou jste si poslali. Nic se nestalo. Ze všech, kterým pravidlo píše, ji dostanete jen vy.',
        'Upozornění by znělo:',
        ...words.lines,
      ],
      action: 'Otevřít pravidlo',
      ignore: 'Údaje v ní jsou vymyšlené. Nemusíte nic dělat.',
      why: `Tento e-mail dostáváte, protože ${of.email} zkouší pravidlo prostoru ${of.space} v aplikaci ${of.product}.`,
    }
  },
  alertEnded: (of) => ({
    subject: `${of.product}, vyřešené upozornění v prostoru ${of.space}: ${of.rule} (${countedIn('cs', of.counts)})`,
    lines: [
      of.isOfOldRule
        ? `Pravidlo „${of.rule}“ prostoru ${of.space} v aplikaci ${of.product} bylo změněno, a tím se jeho upozornění uzavřelo. Stav může trvat dál.`
        : `Upozornění pravidla „${of.rule}“ prostoru ${of.space} v aplikaci ${of.product} je vyřešené.`,
    ],
    facts: [
      ['Od', of.since],
      ...(of.endedAt === null ? [] : [['Do', of.endedAt] satisfies [string, string]]),
      ...affectedFacts(of),
    ],
    action: 'Otevřít upozornění',
    ignore: of.isOfOldRule ? 'Pokud to trvá, upozorní na to změněné pravidlo.' : 'Nemusíte nic dělat.',
    why: whyAlerted(of),
  }),
  alertFlapping: ({ product, email, space, rule, names, times, since }) => ({
    subject: `${product}, upozornění v prostoru ${space}: ${rule} kmitá, od ${since} už ${times}×`,
    lines: [
      `Upozornění pravidla „${rule}“ prostoru ${space} v aplikaci ${product} se stále otevírá a uzavírá: od ${since} už ${times}×.`,
      'Další e-maily o tom přijdou, až bude hodinu klid, nebo když upozornění zůstane hodinu otevřené.',
    ],
    facts: [['Týká se', names.join(', ')]],
    action: 'Otevřít upozornění',
    ignore: 'Nekmitá pravidlo, které končí dál od meze nebo déle čeká.',
    why: `Tento e-mail dostáváte, protože pravidlo prostoru ${space} v aplikaci ${product} oznamuje upozornění na adresu ${email}.`,
  }),
  rolloutHeld: ({ product, email, space, rollout, kind, count, limit, stage, at }) => {
    const form = plurals.select(count)
    const devices = `${count} zařízení`
    const what =
      kind === 'failed'
        ? `${devices} ${form === 'one' ? 'selhalo' : form === 'few' ? 'selhala' : 'selhalo'}`
        : `${devices} ${form === 'few' ? 'mají' : 'má'} od změny potíže`
    return {
      subject: `${product}: nasazení ${rollout} v prostoru ${space} se samo pozastavilo`,
      lines: [
        `Nasazení „${rollout}“ prostoru ${space} v aplikaci ${product} se ${at} samo pozastavilo: ${what}, etapa ${stage}. Její podmínka připouští ${limit}.`,
        'Dokud ho někdo znovu nespustí, nedostane změnu žádné další zařízení. Můžete ho také zastavit nebo vrátit zpět.',
      ],
      action: 'Otevřít nasazení',
      ignore: 'Zařízení, která už změnu dostala, v ní pokračují.',
      why: `Tento e-mail dostáváte, protože nasazení spustila adresa ${email}.`,
    }
  },
  alertSummary: ({ product, email, space, from, to, zone, opened, ended, rules, others, number }) => {
    const counts = (of: { opened: number; ended: number }) =>
      [
        of.opened > 0 ? `otevřeno ${number(of.opened)}` : [],
        of.ended > 0 ? `vyřešeno ${number(of.ended)}` : [],
      ]
        .flat()
        .join(', ')
    const more = (count: number) => `${number(count)} ${MORE[plurals.select(count)] ?? 'dalších'}`
    return {
      subject:
        opened > 0
          ? `${product}: ${more(opened)} upozornění v prostoru ${space}`
          : `${product}: další vyřešená upozornění v prostoru ${space}`,
      lines: [
        `Tato upozornění prostoru ${space} v aplikaci ${product} neměla vlastní e-mail: bylo jich příliš mnoho, nebo se u jejich pravidla stále vracejí. Jsou z doby od ${from} do ${to} (${zone}).`,
      ],
      facts: [
        ...rules.map((rule): [string, string] => [rule.name, counts(rule)]),
        ...(others > 0
          ? [
              ['A', `${more(others)} ${RULES[plurals.select(others)] ?? 'pravidel'}`] satisfies [
                string,
                string,
              ],
            ]
          : []),
        ...(rules.length + others > 1
          ? [['Celkem', counts({ opened, ended })] satisfies [string, string]]
          : []),
      ],
      action: 'Otevřít upozornění',
      ignore: 'Méně často upozorňuje pravidlo, které končí dál od meze nebo déle čeká.',
      why: `Tento e-mail dostáváte, protože pravidla prostoru ${space} v aplikaci ${product} oznamují upozornění na adresu ${email}.`,
    }
  },
  alertDigest: ({ product, email, spaces, zone, number, mayAcknowledge }) => {
    const counts = (['opened', 'over', 'still'] as const).flatMap((part) => {
      const total = totalOf(spaces, part)
      const forms = PARTS[part]
      return total === 0 ? [] : `${number(total)} ${forms[plurals.select(total)] ?? forms.other}`
    })
    return {
      subject: `${product}, upozornění: ${counts.join(', ')}`,
      lines: [
        `Upozornění vašich prostorů v aplikaci ${product} od posledního denního e-mailu.`,
        `Časy jsou v časovém pásmu ${zone}.`,
      ],
      sections: spaces.flatMap(({ name, opened, over, still }) => [
        ...[digestPart(`${name}: nová`, opened)].flat(),
        ...[digestPart(`${name}: vyřešená`, over)].flat(),
        ...[digestPart(`${name}: trvající`, still)].flat(),
      ]),
      action: spaces.length === 1 ? 'Otevřít upozornění' : 'Otevřít vaše prostory',
      ignore: mayAcknowledge
        ? 'Pokud některé trvající upozornění řešíte, převezměte ho na jeho stránce, ať to ostatní vědí.'
        : 'Kdo upozornění řeší, je vidět na jeho stránce.',
      why: `Tento e-mail dostáváte, protože ${email} má v aplikaci ${product} zvolený denní e-mail, v části Profil → Oznámení.`,
    }
  },
  expires: (time) => `Odkaz funguje jednou, do ${time}.`,
  orOpen: 'Pokud tlačítko nefunguje, otevřete tuto adresu:',
}
