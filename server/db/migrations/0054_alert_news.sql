CREATE TABLE "alert_hour" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"is_urgent" boolean NOT NULL,
	"told" integer NOT NULL,
	"collected" jsonb DEFAULT '{}' NOT NULL,
	"said_at" timestamp (3) with time zone,
	CONSTRAINT "alert_hour_space_id_id_pk" PRIMARY KEY("space_id","id"),
	CONSTRAINT "alert_hour_of_user" UNIQUE("space_id","user_id","hour","is_urgent")
);
--> statement-breakpoint
CREATE TABLE "alert_news" (
	"space_id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"event" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_news_space_id_alert_id_event_pk" PRIMARY KEY("space_id","alert_id","event")
);
--> statement-breakpoint
ALTER TABLE "alert_hour" ADD CONSTRAINT "alert_hour_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_hour" ADD CONSTRAINT "alert_hour_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_news" ADD CONSTRAINT "alert_news_alert" FOREIGN KEY ("space_id","alert_id") REFERENCES "public"."alert"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_hour_by_age" ON "alert_hour" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "alert_news_due" ON "alert_news" USING btree ("space_id","at");