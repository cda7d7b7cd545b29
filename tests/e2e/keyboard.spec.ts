import type { Locator, Page } from '@playwright/test'
import { aClaimToken, aSerialNumber } from '../support/builders'
import { press, tabTo } from './support/keyboard'
import { expect, test } from './support/test'

async function type(page: Page, input: Locator, text: string) {
  await tabTo(page, input)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** What a person types and presses to create, change and delete a record of a resource. */
interface Life {
  section: string
  create: string
  submit?: string
  /** Texts by the names of their inputs. */
  fields: Record<string, string>
  /** How the new record is called on its page. */
  name: string
  /** Where there is no page of it after its creation: how to open it. */
  open?: (page: Page) => Promise<void>
  change: (page: Page) => Promise<void>
  /** What the page says of the change. */
  changed: string
  /** What the button says that deletes it for good. */
  confirm?: string
  /** What must be typed before. */
  typedName?: string
}

const rename = (name: string) => async (page: Page) =>
  type(page, page.getByRole('textbox', { name: 'Name' }), name)

const EMAIL = 'guest@example.com'

const LIVES: Life[] = [
  {
    section: 'devices',
    create: 'Create device',
    fields: { Name: 'pump-one', 'Serial number': aSerialNumber(), 'Claim token': aClaimToken() },
    name: 'pump-one',
    change: rename('pump-two'),
    changed: 'pump-two',
  },
  {
    section: 'tags',
    create: 'Create tag',
    fields: { Name: 'roof' },
    name: 'roof',
    change: rename('cellar'),
    changed: 'cellar',
  },
  {
    section: 'connectors',
    create: 'Create connector',
    fields: { Name: 'to-warehouse' },
    name: 'to-warehouse',
    change: rename('to-office'),
    changed: 'to-office',
  },
  {
    section: 'variables',
    create: 'Create variable',
    fields: { Name: 'meter-17', Value: '0011', Environment: 'wmbus' },
    name: 'meter-17',
    change: rename('meter-18'),
    changed: 'meter-18',
  },
  {
    section: 'users',
    create: 'Invite user',
    submit: 'Send invitation',
    fields: { 'E-mail': EMAIL },
    name: EMAIL,
    open: (page) => press(page, page.getByRole('link', { name: EMAIL, exact: true })),
    change: async (page) => {
      await press(page, page.getByRole('combobox', { name: 'Space role' }))
      await expect(page.getByRole('option', { name: 'Admin' })).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    },
    changed: 'Admin',
    confirm: 'Remove',
  },
]

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

async function changeAndDelete(
  page: Page,
  {
    change,
    changed,
    confirm = 'Delete',
    typedName,
  }: Pick<Life, 'change' | 'changed' | 'confirm' | 'typedName'>,
) {
  await press(page, button(page, 'Edit'))
  await change(page)
  await press(page, button(page, 'Save'))
  await expect(button(page, 'Save')).toBeHidden()
  await expect(page.getByRole('main').getByText(changed, { exact: true }).first()).toBeVisible()

  await press(page, button(page, 'Edit'))
  await press(page, button(page, 'Delete'))
  const question = page.getByRole('alertdialog')
  if (typedName) await type(page, question.getByRole('textbox'), typedName)
  await press(page, button(question, confirm))
}

for (const { section, create, submit = create, fields, name, open, ...life } of LIVES) {
  test(`${section} are created, changed and deleted by keyboard alone`, async ({ page, backend }) => {
    test.slow()
    const person = await backend.person()
    const space = await backend.space(person)
    await backend.signIn(page, person)
    await page.goto(`/space/${space.id}/${section}`)

    await press(page, button(page, create))
    const dialog = page.getByRole('dialog')
    for (const [label, text] of Object.entries(fields)) await type(page, dialog.getByLabel(label), text)
    await press(page, button(dialog, submit))
    await open?.(page)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

    await changeAndDelete(page, life)
    await expect(page).toHaveURL(new RegExp(`/space/${space.id}/${section}$`))
    await expect(page.getByRole('link', { name: life.changed, exact: true })).toHaveCount(0)
  })
}

test('spaces are created, changed and deleted by keyboard alone', async ({ page, backend }) => {
  await backend.signIn(page, await backend.person())
  await page.goto('/spaces')
  await press(page, button(page, 'Create space'))
  const dialog = page.getByRole('dialog')
  await type(page, dialog.getByLabel('Name'), 'harbour')
  await press(page, button(dialog, 'Create space'))
  await expect(page).toHaveURL(/\/devices$/)
  await press(page, page.getByRole('link', { name: 'Space info' }))
  await expect(page.getByRole('heading', { name: 'harbour', level: 1 })).toBeVisible()

  await changeAndDelete(page, {
    change: rename('harbour-two'),
    changed: 'harbour-two',
    typedName: 'harbour-two',
  })
  await expect(page).toHaveURL(/\/spaces$/)
  await expect(page.getByRole('link', { name: 'harbour-two', exact: true })).toHaveCount(0)
})
