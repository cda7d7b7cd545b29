CREATE TABLE "notice" (
	"space_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"event" text NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notice_space_id_alert_id_user_id_event_pk" PRIMARY KEY("space_id","alert_id","user_id","event")
);
--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_alert" FOREIGN KEY ("space_id","alert_id") REFERENCES "public"."alert"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_of_user" ON "notice" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notice_new" ON "notice" USING btree ("user_id") WHERE "notice"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notice_by_age" ON "notice" USING btree ("created_at");