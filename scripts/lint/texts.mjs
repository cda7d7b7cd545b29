/**
 * Texts that come, go or change have an element of their own. A browser that translates a page puts elements of its own in the
 * place of texts, so that React removes, or inserts before, a text which is no longer there, and the page ends; or it writes into
 * one that nobody sees. Where a text is all that an element has, React sets the content of the element instead.
 */

/** Functions that return texts: `translate`, `formatTime`, `valueText`, `textOf`. */
const MAKES_TEXT = /^(translate|format\w*|\w*[tT]ext(Of)?)$/

/** @typedef {{ type: string, [name: string]: any }} Node */

/** @param {Node} callee */
function nameOf(callee) {
  if (callee.type === 'CallExpression') return callee.callee.name === 'useTranslate' ? 'translate' : ''
  return (callee.type === 'MemberExpression' ? callee.property : callee).name ?? ''
}

/** The results of a choice; none for any other expression. @param {Node} node @returns {Node[]} */
function waysOf(node) {
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate]
  return node.type === 'LogicalExpression' && node.operator !== '&&' ? [node.left, node.right] : []
}

/** Whether an expression is always a text. @param {Node} node @returns {boolean} */
function isText(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' && node.value.trim() !== ''
  if (node.type === 'TemplateLiteral') return true
  if (node.type === 'CallExpression') return MAKES_TEXT.test(nameOf(node.callee))
  const ways = waysOf(node)
  // The value of a name counts as a text where it is shown as one.
  return (
    ways.some(isText) && ways.every((way) => isText(way) || /^(Identifier|MemberExpression)$/.test(way.type))
  )
}

/** The parts of an expression that are texts when it is shown. @param {Node} node @returns {Node[]} */
function textsIn(node) {
  if (isText(node)) return [node]
  if (node.type === 'LogicalExpression' && node.operator === '&&') return textsIn(node.right)
  if (node.type === 'ArrayExpression') return node.elements.flatMap(textsIn)
  return waysOf(node).flatMap(textsIn)
}

/** Whether something is shown conditionally, replaced, or repeated. @param {Node} node */
const comesAndGoes = (node) =>
  node.type === 'LogicalExpression' ||
  node.type === 'ConditionalExpression' ||
  (node.type === 'CallExpression' && nameOf(node.callee) === 'map') ||
  (node.type === 'JSXElement' &&
    node.openingElement.attributes.some((/** @type {Node} */ one) => one.name?.name === 'key'))

/** Whether a text is constant in a language. @param {Node} node */
const isAlwaysSame = (node) =>
  node.type === 'Literal' ||
  (node.type === 'CallExpression' && node.arguments.length === 1 && node.arguments[0].type === 'Literal')

/** Whether a child of an element makes a node of the page; a space in braces does, one between lines does not. @param {Node} child */
function isShown(child) {
  if (child.type === 'JSXText') return child.value.trim() !== ''
  return child.type !== 'JSXExpressionContainer' || child.expression.type !== 'JSXEmptyExpression'
}

/** Nodes that show or return something conditionally: the texts of a fragment in them come and go one by one. */
const CHOICES = /^(LogicalExpression|ConditionalExpression|ReturnStatement|ArrowFunctionExpression)$/

/** Whether a fragment comes and goes, perhaps with another. @param {Node} fragment @returns {boolean} */
const isPassing = ({ parent }) =>
  CHOICES.test(parent.type) || (parent.type === 'JSXFragment' && isPassing(parent))

/** The values that a function returns. @param {Node} body @returns {Node[]} */
function returnsOf(body) {
  switch (body?.type) {
    case 'BlockStatement':
      return body.body.flatMap(returnsOf)
    case 'IfStatement':
      return [...returnsOf(body.consequent), ...returnsOf(body.alternate)]
    case 'SwitchStatement':
      return body.cases.flatMap((/** @type {Node} */ one) => one.consequent.flatMap(returnsOf))
    case 'ReturnStatement':
      return body.argument ? [body.argument] : []
    default:
      return []
  }
}

const ownElement = {
  meta: { fixable: /** @type {const} */ ('code') },
  /** @param {{ filename: string, sourceCode: { getText(node: Node): string }, report: (problem: object) => void }} context */
  create(context) {
    if (!context.filename.endsWith('.tsx') || context.filename.endsWith('.test.tsx')) return {}
    /** @param {Node} node @param {string} message */
    const report = (node, message) => {
      const text = context.sourceCode.getText(node)
      const shown =
        node.type === 'JSXText'
          ? `{'${node.value.replace(/\s*\n\s*/g, '').replace(/\s+/g, ' ')}'}`
          : node.type === 'JSXExpressionContainer'
            ? text
            : `{${text}}`
      const wrapped = `<span>${shown}</span>`
      context.report({
        node,
        message,
        /** @param {{ replaceText(node: Node, text: string): object }} fixer */
        fix: (fixer) => fixer.replaceText(node, wrapped),
      })
    }

    /** @param {Node} node */
    const checkChildren = (node) => {
      const children = node.children.filter(isShown)
      if (children.length < 2) return
      let hasComing = false
      for (const child of children) {
        const shown = child.type === 'JSXExpressionContainer' ? child.expression : child
        if (comesAndGoes(shown) && !isText(shown)) {
          for (const text of textsIn(shown))
            report(text, 'This text comes and goes beside others: give it an element.')
        } else if (hasComing && (child.type === 'JSXText' || textsIn(shown).length > 0))
          report(child, 'This text stands behind what comes and goes: give it an element.')
        else if (textsIn(shown).length > 0 && !isAlwaysSame(shown))
          report(child, 'This text changes beside others: give it an element.')
        if (comesAndGoes(shown) && !isText(shown)) hasComing = true
      }
    }

    /** @param {Node} node */
    const checkFragment = (node) => {
      if (!isPassing(node)) return checkChildren(node)
      for (const child of node.children.filter(isShown)) {
        const texts =
          child.type === 'JSXText' || isText(child.expression ?? child)
            ? [child]
            : textsIn(child.expression ?? child)
        for (const text of texts)
          report(text, 'This text comes and goes with its fragment: give it an element.')
      }
    }

    /** @param {Node} of @param {Node | null} id */
    const checkComponent = (of, id) => {
      if (!/^[A-Z]/.test(id?.name ?? '')) return
      const returned = of.body.type === 'BlockStatement' ? returnsOf(of.body) : [of.body]
      for (const text of returned.flatMap(textsIn))
        report(text, 'A component returns no bare text: give it an element.')
    }

    return {
      JSXElement: checkChildren,
      JSXFragment: checkFragment,
      /** @param {Node} node */
      FunctionDeclaration: (node) => checkComponent(node, node.id),
      /** @param {Node} node */
      VariableDeclarator: ({ id, init }) =>
        init?.type === 'ArrowFunctionExpression' && checkComponent(init, id),
    }
  },
}

export default { meta: { name: 'texts' }, rules: { 'own-element': ownElement } }
