import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogContentText,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { type RaRecord, useLocale } from 'react-admin'
import { type MessageKey } from '../../i18n/translate'
import { ReasonButton } from '../action/PermissionButton'
import { TaskDialog } from '../dialog/TaskDialog'
import { lazyPart } from '../lazyPart'
import { useTranslate } from './texts'

const TextDifference = lazyPart(() => import('../diff/TextDifference'))

/** How to show a field in comparison with another value. */
export interface FieldView {
  label: MessageKey
  /** A method, so that each resource can use its own record type. */
  show(row: RaRecord): ReactNode
  /** The values are long texts, so their difference is shown. */
  isText?: boolean
}

interface ConflictField extends FieldView {
  name: string
  /** Names of the people who changed it, as far as known. */
  who: readonly string[]
}

/** Fields that two people changed to different values, and both versions of the record. */
export interface Conflict {
  fields: readonly ConflictField[]
  mine: RaRecord
  theirs: RaRecord
}

const SIDES = ['mine', 'theirs'] as const
type Side = (typeof SIDES)[number]

/** The side whose value stays, by field. */
export type Choice = Readonly<Partial<Record<string, Side>>>

interface FieldChoiceProps {
  conflict: Conflict
  field: ConflictField
  chosen: Side | undefined
  onChange: (side: Side) => void
}

const textOf = (row: RaRecord, name: string) => String(row[name] ?? '')

/** Both values of a field, one of which must be chosen. */
function FieldChoice({ conflict, field, chosen, onChange }: FieldChoiceProps) {
  const translate = useTranslate()
  const locale = useLocale()
  const id = useId()
  const { name, who, isText = false } = field
  const labels = {
    mine: translate('form.conflict.mine'),
    theirs:
      who.length > 0
        ? translate('form.conflict.theirsBy', { who: new Intl.ListFormat(locale).format(who) })
        : translate('form.conflict.theirs'),
  }
  return (
    <FormControl component="fieldset" fullWidth sx={{ mt: 3, minWidth: 0 }}>
      <FormLabel component="legend" sx={{ color: 'text.primary', fontWeight: 600, mb: 1 }}>
        {translate(field.label)}
      </FormLabel>
      <RadioGroup
        name={name}
        value={chosen ?? ''}
        onChange={(_event, side) => onChange(side === 'mine' ? 'mine' : 'theirs')}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 1.5 }}
      >
        {SIDES.map((side) => (
          <Box
            key={side}
            sx={{
              // Side by side, the values line up even if a name wraps.
              display: 'grid',
              gridRow: isText ? undefined : 'span 2',
              gridTemplateRows: 'subgrid',
              alignItems: 'start',
              rowGap: 0.5,
              border: 1,
              borderColor: chosen === side ? 'primary.main' : 'divider',
              borderRadius: 1,
              p: 1.5,
              minWidth: 0,
            }}
          >
            <FormControlLabel
              value={side}
              label={labels[side]}
              slotProps={{ typography: { variant: 'body2', color: 'text.secondary', sx: { ml: 0.5 } } }}
              control={
                <Radio
                  size="small"
                  slotProps={{ input: { 'aria-describedby': isText ? undefined : `${id}-${side}` } }}
                />
              }
            />
            {!isText && (
              <Box id={`${id}-${side}`} sx={{ pl: 4, overflowWrap: 'anywhere' }}>
                {field.show(conflict[side]) ?? '–'}
              </Box>
            )}
          </Box>
        ))}
      </RadioGroup>
      {isText && (
        <Box sx={{ mt: 1.5 }}>
          <Typography variant="body2" color="text.secondary" aria-hidden sx={{ mb: 0.5 }}>
            {translate('form.conflict.difference')}
          </Typography>
          <Suspense>
            <TextDifference
              left={textOf(conflict.theirs, name)}
              right={textOf(conflict.mine, name)}
              label={translate('form.conflict.difference')}
            />
          </Suspense>
        </Box>
      )}
    </FormControl>
  )
}

interface ConflictDialogProps {
  conflict: Conflict
  onChoose: (choice: Choice) => void
  /** Returns to the form. */
  onClose: () => void
}

/** Shows two people's values of the same fields side by side, and asks which value of each field stays. */
export default function ConflictDialog({ conflict, onChoose, onClose }: ConflictDialogProps) {
  const translate = useTranslate()
  const [chosen, setChosen] = useState<Choice>({})
  const { fields } = conflict
  const isComplete = fields.every(({ name }) => chosen[name])
  return (
    <TaskDialog title={translate('form.conflict.title')} maxWidth="md" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isComplete) onChoose(chosen)
        }}
        style={{ display: 'contents' }}
      >
        <DialogContent>
          <DialogContentText>{translate('form.conflict.text')}</DialogContentText>
          {fields.map((field) => (
            <FieldChoice
              key={field.name}
              {...{ conflict, field }}
              chosen={chosen[field.name]}
              onChange={(side) => setChosen((before) => ({ ...before, [field.name]: side }))}
            />
          ))}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('form.conflict.back')}</Button>
          <ReasonButton
            type="submit"
            variant="contained"
            reason={isComplete ? null : translate('form.conflict.choose')}
          >
            {translate('page.save')}
          </ReasonButton>
        </DialogActions>
      </form>
    </TaskDialog>
  )
}
