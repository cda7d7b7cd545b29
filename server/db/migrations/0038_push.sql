CREATE TABLE "push" (
	"id" uuid PRIMARY KEY NOT NULL,
	"browser_id" uuid NOT NULL,
	"space_id" uuid,
	"alert_id" uuid NOT NULL,
	"event" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_once" UNIQUE("browser_id","alert_id","event")
);
--> statement-breakpoint
CREATE TABLE "push_browser" (
	"id" uuid PRIMARY KEY NOT NULL,
	"jti" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" "bytea" NOT NULL,
	"auth" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failure" jsonb,
	CONSTRAINT "push_browser_jti_unique" UNIQUE("jti"),
	CONSTRAINT "push_browser_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
ALTER TABLE "push" ADD CONSTRAINT "push_browser_id_push_browser_id_fk" FOREIGN KEY ("browser_id") REFERENCES "public"."push_browser"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push" ADD CONSTRAINT "push_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_browser" ADD CONSTRAINT "push_browser_jti_auth_session_jti_fk" FOREIGN KEY ("jti") REFERENCES "public"."auth_session"("jti") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_due" ON "push" USING btree ("due_at");