DROP INDEX "delivery_of_device";--> statement-breakpoint
CREATE INDEX "delivery_of_device" ON "delivery" USING btree ("space_id","device_id","connector_id","id");