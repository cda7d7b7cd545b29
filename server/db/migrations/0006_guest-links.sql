CREATE TABLE "guest_link" (
	"space_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"shows" jsonb NOT NULL,
	"device_id" uuid NOT NULL,
	"creator_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"last_viewed_at" timestamp (3) with time zone,
	CONSTRAINT "guest_link_space_id_id_pk" PRIMARY KEY("space_id","id"),
	CONSTRAINT "guest_link_token_hash" UNIQUE("space_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "guest_link" ADD CONSTRAINT "guest_link_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_link" ADD CONSTRAINT "guest_link_creator_id_app_user_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_link" ADD CONSTRAINT "guest_link_device" FOREIGN KEY ("space_id","device_id") REFERENCES "public"."device"("space_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_link_by_device" ON "guest_link" USING btree ("space_id","device_id");--> statement-breakpoint
CREATE INDEX "guest_link_by_creator" ON "guest_link" USING btree ("creator_id");