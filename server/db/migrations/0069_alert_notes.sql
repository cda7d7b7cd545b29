CREATE TABLE "alert_note" (
	"space_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_note_space_id_alert_id_id_pk" PRIMARY KEY("space_id","alert_id","id")
);
--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "since" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_note" ADD CONSTRAINT "alert_note_alert" FOREIGN KEY ("space_id","alert_id") REFERENCES "public"."alert"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "alert" SET "since" = least("opened_at", coalesce((
	select min(e."since") from "alert_episode" e where e."space_id" = "alert"."space_id" and e."alert_id" = "alert"."id"
), "opened_at"));--> statement-breakpoint
INSERT INTO "alert_note" ("space_id", "alert_id", "id", "text", "by", "created_at")
	select "space_id", "id", "id", "note", "acknowledged_by", "acknowledged_at" from "alert"
	where "note" is not null and "acknowledged_by" is not null and "acknowledged_at" is not null;
