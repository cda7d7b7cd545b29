/**
 * Keeps zod from probing, at its first schema, whether it may generate code: the content security policy forbids that,
 * and browsers report the probe. This is where zod itself keeps its settings; set before zod loads, it does not matter
 * which part of the console brings the first schema.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
