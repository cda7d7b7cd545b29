import { config } from 'zod'

// The content security policy forbids the code that zod would otherwise generate at run time.
config({ jitless: true })
