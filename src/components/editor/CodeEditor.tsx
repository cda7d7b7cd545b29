import { Suspense, useId, useState } from 'react'
import { lazyPart } from '../lazyPart'
import { PartFrame } from '../PartFrame'
import { EditorFrame } from './EditorFrame'
import { PlainSurface, Skeleton } from './PlainSurface'
import type { CodeEditorProps } from './types'

const MonacoSurface = lazyPart(async () => {
  // Monaco reads the texts of its menus once, when it loads.
  if (document.documentElement.lang === 'cs') await import('monaco-editor/nls/lang/cs')
  return import('./MonacoSurface')
})

/**
 * An editor for code: Monaco, which loads at its first use; an ordinary text area where it cannot be loaded.
 * Tab leaves it, as it leaves every other input.
 */
export function CodeEditor({ error, hint, ...props }: CodeEditorProps) {
  const [failed, setFailed] = useState(false)
  const textId = useId()
  const surface = { ...props, invalid: Boolean(error), describedBy: textId }
  return (
    <EditorFrame label={props.label} {...{ textId, error, hint }}>
      {failed ? (
        <PlainSurface {...surface} />
      ) : (
        <PartFrame onClose={() => setFailed(true)}>
          <Suspense fallback={<Skeleton aria-busy>{props.value}</Skeleton>}>
            <MonacoSurface {...surface} />
          </Suspense>
        </PartFrame>
      )}
    </EditorFrame>
  )
}
