import { Box } from '@mui/material'
import type { Message } from '#contract/messages'
import { BodyPreview } from '../../../components/json'
import { TestMenu } from '../../../components/routing/TestMenu'
import { useAddresses } from '../../../dataProvider/SpaceProvider'

/** Expanded row of a message: the beginning of its body, and a link to connectors that it can test. */
export default function RowBody({ message }: { message: Message }) {
  const { id, body } = message
  return (
    <>
      <BodyPreview text={body} to={useAddresses().record('messages', id)} />
      <Box sx={{ mt: 1 }}>
        <TestMenu message={message} />
      </Box>
    </>
  )
}
