import { Box, Button, InputBase, styled, useAutocomplete } from '@mui/material'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { useTranslate } from '../../i18n/translate'

const Choices = styled('ul')(({ theme }) => ({
  ...theme.typography.body2,
  // Makes the list the offset parent of its rows, for scrolling to them.
  position: 'relative',
  flexGrow: 1,
  margin: 0,
  padding: theme.spacing(0.5),
  overflowY: 'auto',
  listStyle: 'none',
  '&:empty': { display: 'none' },
  ul: { margin: 0, padding: 0, listStyle: 'none' },
  '.heading': {
    ...theme.typography.caption,
    padding: theme.spacing(1, 1.5, 0.5),
    fontWeight: 600,
    color: theme.palette.text.secondary,
  },
  '[role="option"]': {
    display: 'flex',
    alignItems: 'center',
    gap: theme.spacing(1.5),
    minHeight: 40,
    padding: theme.spacing(0.5, 1.5),
    borderRadius: 6,
    cursor: 'pointer',
    contentVisibility: 'auto',
    containIntrinsicBlockSize: 'auto 40px',
    svg: { fontSize: 20, flexShrink: 0, color: theme.palette.text.secondary },
    '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '.title': { flexShrink: 1, minWidth: 80 },
    small: {
      marginLeft: 'auto',
      flexShrink: 2,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontSize: '0.8125rem',
      color: theme.palette.text.secondary,
    },
    '&.Mui-focused': {
      backgroundColor: theme.palette.action.selected,
      boxShadow: `inset 3px 0 ${theme.palette.primary.main}`,
    },
  },
  '[aria-current]': { fontWeight: 600 },
  '[aria-disabled="true"]': { cursor: 'not-allowed', color: theme.palette.text.secondary },
}))

const isWithModifier = ({ nativeEvent: event }: SyntheticEvent) =>
  (event instanceof MouseEvent || event instanceof KeyboardEvent) && (event.ctrlKey || event.metaKey)

interface OpenComboboxProps<Choice> {
  /** Id of the input. */
  id?: string
  label: string
  placeholder: string
  listLabel: string
  text: string
  onType: (text: string) => void
  /** Matching choices, best first. */
  choices: Choice[]
  keyOf: (choice: Choice) => string
  /** Neighbours with the same heading form a group. */
  headingOf?: (choice: Choice) => string
  isDisabled: (choice: Choice) => boolean
  /** Key of the current choice. */
  current?: string
  renderChoice: (choice: Choice) => ReactNode
  /** @param inNewTab with Ctrl or ⌘ */
  onChoose: (choice: Choice, inNewTab: boolean) => void
  onClose: () => void
  /** The state of the search, or that nothing was found. */
  status: string
  /** Repeats a failed search. */
  onRetry?: () => void
  /** Shown beside the input. */
  end?: ReactNode
}

/**
 * An input with an always open list of matches. Arrow, Home, End and Page keys move, Enter chooses. Disabled choices
 * can be reached, because they show a reason. Until the person moves, the best match is active, even if it arrives
 * late.
 */
export function OpenCombobox<Choice extends object>(props: OpenComboboxProps<Choice>) {
  const { id, text, choices, keyOf, headingOf, isDisabled, current, onRetry } = props
  const translate = useTranslate()
  const [moved, setMoved] = useState<string | null>(null)
  const wanted = moved ?? (text === '' ? current : undefined)
  const active = choices.find((choice) => keyOf(choice) === wanted) ?? choices[0]
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } =
    useAutocomplete<Choice>({
      id,
      open: true,
      options: choices,
      filterOptions: (all) => all,
      groupBy: headingOf ?? (() => ''),
      getOptionLabel: keyOf,
      getOptionDisabled: isDisabled,
      disabledItemsFocusable: true,
      autoHighlight: true,
      selectOnFocus: false,
      // The value is the active choice, as a copy: choosing the current value again would not be reported.
      value: active ? { ...active } : null,
      isOptionEqualToValue: (option, value) => keyOf(option) === keyOf(value),
      inputValue: text,
      onInputChange: (_event, typed, reason) => {
        if (reason !== 'input') return
        setMoved(null)
        props.onType(typed)
      },
      onHighlightChange: (_event, choice) => choice && setMoved(keyOf(choice)),
      onChange: (event, choice) => {
        if (choice && !isDisabled(choice)) props.onChoose(choice, isWithModifier(event))
      },
      onClose: (_event, reason) => reason === 'escape' && props.onClose(),
    })

  return (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flexShrink: 0,
          borderBottom: '1px solid',
          borderColor: 'divider',
        }}
      >
        <Box {...getRootProps()} sx={{ flexGrow: 1 }}>
          <InputBase
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person opens it to type
            autoFocus
            fullWidth
            placeholder={props.placeholder}
            inputProps={{
              ...getInputProps(),
              'aria-label': props.label,
              maxLength: 255,
              enterKeyHint: 'go',
            }}
            sx={{ px: 2, py: 1.25, fontSize: '1rem' }}
          />
        </Box>
        {props.end}
      </Box>
      <Choices {...getListboxProps()} aria-labelledby={undefined} aria-label={props.listLabel}>
        {groupedOptions.map(({ key, index: first, group, options }) => (
          <li key={key} role="presentation">
            {group && (
              <div className="heading" aria-hidden>
                {group}
              </div>
            )}
            <ul role={group ? 'group' : 'presentation'} aria-label={group || undefined}>
              {options.map((option, index) => {
                const { key, ...optionProps } = getOptionProps({ option, index: first + index })
                return (
                  <li key={key} {...optionProps} aria-current={keyOf(option) === current || undefined}>
                    {props.renderChoice(option)}
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </Choices>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          px: 2,
          py: props.status ? 1 : 0,
          color: 'text.secondary',
          fontSize: '0.875rem',
        }}
      >
        <span role="status">{props.status}</span>
        {onRetry && (
          <Button size="small" onClick={onRetry}>
            {translate('common.tryNow')}
          </Button>
        )}
      </Box>
    </>
  )
}
