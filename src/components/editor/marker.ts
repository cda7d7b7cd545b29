import { editor, MarkerSeverity } from 'monaco-editor/editor'
import type { Problem } from './types'

/** Whose marker it is that a run sets. */
const RUN = 'run'

/** Marks where a run failed, up to the end of the line; nothing without a problem. */
export function markProblem(model: editor.ITextModel, problem: Problem | undefined) {
  if (!problem) return editor.setModelMarkers(model, RUN, [])
  const { column, message } = problem
  const line = Math.min(problem.line, model.getLineCount())
  const marker = {
    startLineNumber: line,
    startColumn: column,
    endLineNumber: line,
    endColumn: model.getLineMaxColumn(line),
    message,
    severity: MarkerSeverity.Error,
  }
  return editor.setModelMarkers(model, RUN, [marker])
}

const problemOf = ({ startLineNumber, startColumn, message }: editor.IMarker): Problem => ({
  line: startLineNumber,
  column: startColumn,
  message,
})

/** The mistakes among the markers of a text: what the language finds, and only without these what a run found. */
export function problemsOf(markers: readonly editor.IMarker[]): Problem[] {
  const errors = markers.filter(({ severity }) => severity === MarkerSeverity.Error)
  const ofLanguage = errors.filter(({ owner }) => owner !== RUN)
  return (ofLanguage.length > 0 ? ofLanguage : errors).map(problemOf)
}
