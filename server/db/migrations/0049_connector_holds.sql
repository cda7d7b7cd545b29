CREATE TABLE "connector_hold" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	"state" text NOT NULL,
	"status" integer,
	"error" text,
	"error_code" text,
	"error_detail" text,
	CONSTRAINT "connector_hold_space_id_connector_id_since_pk" PRIMARY KEY("space_id","connector_id","since")
);
--> statement-breakpoint
ALTER TABLE "connector_hold" ADD CONSTRAINT "connector_hold_connector" FOREIGN KEY ("space_id","connector_id") REFERENCES "public"."connector"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connector_hold_until" ON "connector_hold" USING btree ("until");--> statement-breakpoint
INSERT INTO "connector_hold" ("space_id", "connector_id", "since", "state", "status", "error", "error_code", "error_detail")
SELECT c."space_id", c."id", CASE WHEN c."enabled" THEN coalesce(o."since", now()) ELSE now() END, CASE WHEN c."enabled" THEN o."state" ELSE 'off' END,
  CASE WHEN c."enabled" THEN o."status" END, CASE WHEN c."enabled" THEN o."error" END, CASE WHEN c."enabled" THEN o."error_code" END, CASE WHEN c."enabled" THEN o."error_detail" END
FROM "connector" c LEFT JOIN "connector_operation" o ON o."space_id" = c."space_id" AND o."connector_id" = c."id"
WHERE NOT c."enabled" OR o."state" <> 'on';
