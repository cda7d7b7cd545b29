CREATE TABLE "series_settings" (
	"space_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "series_settings_space_id_pk" PRIMARY KEY("space_id")
);
--> statement-breakpoint
ALTER TABLE "series_settings" ADD CONSTRAINT "series_settings_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;