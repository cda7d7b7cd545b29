CREATE TABLE "space_user_tag" (
	"space_id" uuid NOT NULL,
	"space_user_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "space_user_tag_space_id_space_user_id_tag_id_pk" PRIMARY KEY("space_id","space_user_id","tag_id")
);
--> statement-breakpoint
ALTER TABLE "access_key" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "space_user" ADD COLUMN "permissions" text[];--> statement-breakpoint
ALTER TABLE "space_user" ADD COLUMN "is_limited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "space_user" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "space_user_tag" ADD CONSTRAINT "space_user_tag_space_user" FOREIGN KEY ("space_id","space_user_id") REFERENCES "public"."space_user"("space_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "space_user_tag" ADD CONSTRAINT "space_user_tag_tag" FOREIGN KEY ("space_id","tag_id") REFERENCES "public"."tag"("space_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "space_user_tag_by_tag" ON "space_user_tag" USING btree ("space_id","tag_id","space_user_id");