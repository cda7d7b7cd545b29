import { Typography } from '@mui/material'
import { useEffect } from 'react'
import { useListContext } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useAddresses } from '../../../dataProvider/SpaceProvider'
import { useTranslate } from '../../../i18n/translate'

/** Opens the comparison once exactly two messages are selected, the older one first; Back leads to the list. Spec 2, section 2. */
export function CompareSelected() {
  const translate = useTranslate()
  const { compare } = useAddresses()
  const navigate = useNavigate()
  const { selectedIds, onSelect } = useListContext()
  // Ids of version 7 are in the order of time.
  const [a, b, more] = selectedIds.map(String).toSorted()
  const link = a && b && !more ? compare(a, b) : null
  useEffect(() => {
    if (!link) return
    onSelect([])
    void navigate(link)
  }, [link, navigate, onSelect])
  return <Typography variant="body2">{translate('messages.list.selectTwo')}</Typography>
}
