import { Suspense, useId, useState } from 'react'
import { lazyPart, PartFrame } from '../lazyPart'
import { EditorFrame } from './EditorFrame'
import { PlainSurface, Skeleton } from './PlainSurface'
import { Problems } from './Problems'
import type { CodeEditorProps, Problem } from './types'

async function loadSurface() {
  // Monaco reads the texts of its menus once, when it loads.
  if (document.documentElement.lang === 'cs') await import('monaco-editor/nls/lang/cs')
  return import('./MonacoSurface')
}

const MonacoSurface = lazyPart(loadSurface)

/** With the checks and completions of JavaScript, which are larger than Monaco itself. */

const ScriptSurface = lazyPart(async () => {
  const surface = await loadSurface()
  await import('./javascript')
  return surface
})

/**
 * An editor for code: Monaco, which loads at its first use; an ordinary text area where it cannot be loaded.
 * Tab leaves it, as it leaves every other input.
 */
export function CodeEditor({ error, hint, ...props }: CodeEditorProps) {
  const [failed, setFailed] = useState(false)
  const [problems, setProblems] = useState<Problem[]>([])
  const textId = useId()
  const isScript = props.language === 'javascript' && props.onChange !== undefined
  const Surface = isScript ? ScriptSurface : MonacoSurface
  const surface = { ...props, invalid: Boolean(error), describedBy: textId }
  return (
    <EditorFrame
      label={props.label}
      {...{ textId, error, hint }}
      footer={isScript && <Problems problems={problems} />}
    >
      {failed ? (
        <PlainSurface {...surface} />
      ) : (
        <PartFrame onClose={() => setFailed(true)}>
          <Suspense fallback={<Skeleton aria-busy>{props.value}</Skeleton>}>
            <Surface {...surface} onProblems={isScript ? setProblems : undefined} />
          </Suspense>
        </PartFrame>
      )}
    </EditorFrame>
  )
}
