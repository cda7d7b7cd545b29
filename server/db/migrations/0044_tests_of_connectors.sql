CREATE TABLE "delivery_test" (
	"space_id" uuid NOT NULL,
	"connector_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "delivery_test_space_id_connector_id_delivery_id_pk" PRIMARY KEY("space_id","connector_id","delivery_id")
);
--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "sample" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_test" ADD CONSTRAINT "delivery_test_space_id_space_id_fk" FOREIGN KEY ("space_id") REFERENCES "public"."space"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_test_due" ON "delivery_test" USING btree ("due_at");