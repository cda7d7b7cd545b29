import { useEffect, useRef, useState } from 'react'
import { download, fileName } from '../../../components/files'
import type { MessageQuery } from '../../../dataProvider/spaceVerbs'
import { useSpaceport } from '../../../dataProvider/useSpaceport'
import { collect, NOTHING } from './collect'
import { EXPORT_FORMATS, type FormatName } from './format'

interface Export {
  format: FormatName
  /** Name of whose messages they are. */
  owner: string
  query: MessageQuery
}

/** Where an export is. */
export type ExportState = { name: 'idle' | 'running' | 'finished' } | { name: 'failed'; error: unknown }

/** Reads messages page by page into a file, and knows how far it is. Leaving the page stops it. */
export function useExport() {
  const { listMessages } = useSpaceport()
  const [state, setState] = useState<ExportState>({ name: 'idle' })
  const [collected, setCollected] = useState(NOTHING)
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const run = async ({ format: name, owner, query }: Export, from = NOTHING) => {
    const { signal } = (controller.current = new AbortController())
    setState({ name: 'running' })
    setCollected(from)
    try {
      const format = EXPORT_FORMATS[name]
      const all = await collect({ listMessages, query, format, from, signal, onPage: setCollected })
      const file = new Blob([format.header, ...all.parts], { type: format.mediaType })
      if (all.count > 0) download(fileName('messages', owner, new Date(), format.extension), file)
      setState({ name: 'finished' })
    } catch (error) {
      if (!signal.aborted) setState({ name: 'failed', error })
    }
  }

  return {
    state,
    count: collected.count,
    /** Starts from the newest message. */
    start: (what: Export) => void run(what),
    /** Goes on after the last message that was read. */
    resume: (what: Export) => void run(what, collected),
  }
}
