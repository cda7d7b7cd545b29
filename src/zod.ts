import { config } from 'zod'

// The content security policy forbids the code that zod generates at run time.
config({ jitless: true })
