/**
 * Stops zod from testing, at its first schema, whether it may generate code. The content security policy forbids that,
 * and browsers report the attempt. zod reads its settings from this global. It is set before zod loads, so it does not
 * matter which part of the console creates the first schema.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
