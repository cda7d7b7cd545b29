/** Replaces the package that makes react-admin's default labels from names, because every label of the console is a text of its own. */
const same = (/** @type {string} */ name) => name

export {
  same as capitalize,
  same as humanize,
  same as inflect,
  same as pluralize,
  same as singularize,
  same as transform,
}
