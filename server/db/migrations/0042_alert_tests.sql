CREATE TABLE "alert_test" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"key_id" text,
	"told" jsonb NOT NULL,
	"unsaid" text,
	"mail_id" uuid,
	"pushes" jsonb NOT NULL,
	"connectors" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_test_space_id_id_pk" PRIMARY KEY("space_id","id")
);
--> statement-breakpoint
ALTER TABLE "alert_test" ADD CONSTRAINT "alert_test_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_test" ADD CONSTRAINT "alert_test_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_test_of_user" ON "alert_test" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "alert_test_by_age" ON "alert_test" USING btree ("created_at");