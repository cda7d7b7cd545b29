import { useConditionText } from './useConditionText'

/** A condition as a sentence. */
export default function ConditionText({ text }: { text: string }) {
  return <span>{useConditionText()(text)}</span>
}
