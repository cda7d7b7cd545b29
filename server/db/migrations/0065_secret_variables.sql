ALTER TABLE "variable" ADD COLUMN "secret" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The form of a connector has created these as secrets.
UPDATE "variable" SET "secret" = true WHERE "for_connectors" AND "environment" = 'connectors';
